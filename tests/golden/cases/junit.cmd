verify programs/freed_job.c --property=valid-deref,deadlock --quiet --report=@TMP@/r.xml
@TMP@/r.xml
