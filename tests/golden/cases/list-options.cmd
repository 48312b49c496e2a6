list options
