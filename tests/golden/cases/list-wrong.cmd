list engine
