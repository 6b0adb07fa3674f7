; Additions to electron-builder's installer: the command line in the user's Path, if the user wants it.

!define COMMAND_FOLDER "$INSTDIR\resources\bin"
!define PATH_ENTRY 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "${COMMAND_FOLDER}\path-entry.ps1"'

; An update keeps what was chosen, and a silent installation leaves the Path alone.
!macro customInstall
  ${ifNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Should the command $\"mensura$\" be known in terminals? Its folder is added to your Path then." /SD IDNO IDNO mensura_path_done
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
