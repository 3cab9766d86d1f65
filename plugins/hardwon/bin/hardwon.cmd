@node "%~dp0..\start.cjs" %*
