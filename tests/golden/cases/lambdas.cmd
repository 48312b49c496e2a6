verify programs/lambdas.cpp
