import './data/zod.ts';
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAddressSync } from './app/address.ts';
import { App } from './app/app.tsx';
import { startLocation } from './app/guarded-location.ts';
import { startTheme } from './app/theme.ts';
import { startLive } from './data/live.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/forms.css';
import './styles/components.css';
import './styles/lists.css';
import './styles/popups.css';
import './styles/forced-colors.css';

startTheme();
startLocation();
const live = startLive();
startAddressSync(live.status);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <App live={live} />
  </StrictMode>,
);
