# Adds the folder of the command line to the user's Path, or takes it out again. The registry is asked for the text as
# it is: what PowerShell answers otherwise has its variables replaced, and would be written back like that.
param([Parameter(Mandatory)][ValidateSet('add', 'remove')][string]$Action, [Parameter(Mandatory)][string]$Folder)

$key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
$text = [string]$key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
$entries = @($text -split ';' | Where-Object { $_ -ne '' -and $_ -ne $Folder })
if ($Action -eq 'add') { $entries += $Folder }
$key.SetValue('Path', ($entries -join ';'), [Microsoft.Win32.RegistryValueKind]::ExpandString)
$key.Close()
# Writing any variable this way tells the programs that run that the environment changed.
[Environment]::SetEnvironmentVariable('MENSURA_INSTALLER', $null, 'User')
