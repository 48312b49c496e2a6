programs/no_sc_main.cpp
