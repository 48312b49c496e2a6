verify programs/freed_job.c --property=valid-memsafety
