import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { message: string | null }> {
  override readonly state: { message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <div className="failure" role="alert">
        <h1>Cannot show this page</h1>
        <p>Mensura continues to read devices. Its API is not affected.</p>
        <p className="mono failure-cause">{this.state.message}</p>
        <p>Reload the window. If this continues, include the message above in a bug report.</p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          Reload{' '}
        </button>
      </div>
    );
  }
}
