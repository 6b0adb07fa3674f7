/** The least that shows a window: Electron's own quick start with an empty page. */
import { app, BrowserWindow } from 'electron';

app.enableSandbox();
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: process.argv.includes('--at-once') });
  window.once('ready-to-show', () => window.show());
  return window.loadURL('data:text/html,<title>bare</title>');
});
app.on('window-all-closed', () => app.quit());
