@echo off
rem Mensura's command line on Windows. Without a command it opens the window.
setlocal
set "RESOURCES=%~dp0.."
set "DIST=%RESOURCES%\app.asar.unpacked\dist"
set "FIRST=%~1"
if "%FIRST%"=="" goto window
if "%FIRST%"=="-h" goto command
if "%FIRST%"=="--help" goto command
if "%FIRST%"=="-V" goto command
if "%FIRST%"=="--version" goto command
if "%FIRST%"=="--headless" goto headless
if "%FIRST:~0,1%"=="-" goto window
:command
"%RESOURCES%\node.exe" "%DIST%\cli\mensura.mjs" %*
exit /b %ERRORLEVEL%
:headless
"%RESOURCES%\node.exe" "%DIST%\service\main.mjs" %*
exit /b %ERRORLEVEL%
:window
if not "%MENSURA_HEADLESS%"=="" goto headless
start "" "%RESOURCES%\..\Mensura.exe" %*
