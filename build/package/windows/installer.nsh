; Additions to electron-builder's installer: optionally adds the command line to the user's Path.

!define COMMAND_FOLDER "$INSTDIR\resources\bin"
!define PATH_ENTRY 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "${COMMAND_FOLDER}\path-entry.ps1"'

; An update keeps the choice, and a silent installation does not change the Path.
!macro customInstall
  ${ifNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Add the command $\"mensura$\" to your Path, for use in terminals?" /SD IDNO IDNO mensura_path_done
    nsExec::Exec '${PATH_ENTRY} add "${COMMAND_FOLDER}"'
    Pop $0
    mensura_path_done:
  ${endIf}
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    nsExec::Exec '${PATH_ENTRY} remove "${COMMAND_FOLDER}"'
    Pop $0
  ${endIf}
!macroend
