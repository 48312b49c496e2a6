man
