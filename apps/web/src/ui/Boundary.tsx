import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './ui.module.css';

/** What cannot be shown stands alone: the rest of the screen stays as it is. */
export class Boundary extends Component<
  { what: string; onRetry?: () => unknown; children: ReactNode },
  { error: unknown; failed: boolean; asking: boolean }
> {
  override state = { error: null as unknown, failed: false, asking: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  /** Drawn anew once what it is drawn from is there anew. */
  async again(): Promise<void> {
    if (this.state.asking) return;
    this.setState({ asking: true });
    await this.props.onRetry?.();
    this.setState({ error: null, failed: false, asking: false });
  }

  override render(): ReactNode {
    const { failed, error, asking } = this.state;
    if (!failed) return this.props.children;
    // of a call that was refused; what fails while it is drawn has none
    const { requestId } = (error as { answer?: { requestId?: string } } | null)?.answer ?? {};
    return (
      <div className={styles.broken} role="alert">
        <p>{this.props.what} could not be shown. The rest of the page is not touched by it.</p>
        {requestId ? <p>Request id {requestId}</p> : null}
        <Button pending={asking} onClick={() => void this.again()}>
          Try again
        </Button>
      </div>
    );
  }
}
