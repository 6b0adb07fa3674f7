/** The page of the settings of this installation. */
export function SettingsPage() {
  return (
    <div className="settings-page">
      <h1>Settings</h1>
    </div>
  );
}
