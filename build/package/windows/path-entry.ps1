# Adds the folder of the command line to the user's Path, or removes it. Reads the registry value without expanding
# variables, which would otherwise be written back expanded.
param([Parameter(Mandatory)][ValidateSet('add', 'remove')][string]$Action, [Parameter(Mandatory)][string]$Folder)

$key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
$text = [string]$key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
$entries = @($text -split ';' | Where-Object { $_ -ne '' -and $_ -ne $Folder })
if ($Action -eq 'add') { $entries += $Folder }
$key.SetValue('Path', ($entries -join ';'), [Microsoft.Win32.RegistryValueKind]::ExpandString)
$key.Close()
# Notifies running programs that the environment changed.
[Environment]::SetEnvironmentVariable('MENSURA_INSTALLER', $null, 'User')
