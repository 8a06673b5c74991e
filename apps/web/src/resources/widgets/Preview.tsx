import { useEffect, useState, type ReactNode } from 'react';
import {
  basketCode,
  draftCode,
  labelOf,
  widgetCode,
  type ButtonFacts,
} from '@paydesk/contract/resources/widgets/code.ts';
import type { Widget } from '@paydesk/contract/resources/widgets/widget.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import {
  NOT_OFFERED,
  ShoppersPage,
  useOffered,
  useShop,
  type Asked,
} from '../../platform/ShoppersPage.tsx';
import { CopyWords } from '../../ui/CopyWords.tsx';
import { PhoneViews, type PhoneView } from '../../ui/Phone.tsx';
import styles from './widgets.module.css';

/** Typing pauses this long before the frame is made anew. */
const PAUSE_MS = 300;

/** What is typed, as the button and the checkout show it. */
export interface Draft {
  button: ButtonFacts;
  /** What the checkout asks for; by the shop's name. */
  asked: (shop: string) => Asked;
  /** The page of the shop says what is bought. */
  ofPage: boolean;
  /** A basket, which is delivered where the shop has deliveries. */
  ships: boolean;
}

interface PreviewProps {
  /** The widget as it is stored. */
  stored?: Pick<Widget, 'id' | 'name' | 'totalLabel'>;
  /** Changes with every change of what is stored: the frame asks again. */
  version?: string | null;
  /** The stored widget, as drafts are. */
  kept?: Omit<Draft, 'button'>;
  /** What is typed and not saved; null shows the code. */
  draft: Draft | null;
}

/**
 * What a shopper sees on a phone: the widget's code, run as any page would, in a frame without the
 * console's origin; what is not saved is drawn by the same script, out of what is typed (ADR 37). And
 * behind it the checkout's own page (ADR 134).
 */
export function Preview({ stored, version, kept, draft }: PreviewProps): ReactNode {
  const shop = useShop();
  // by the host that the console was opened at, which may be another than the one that the code to copy names: no
  // page of the console loads a script from elsewhere
  const wanted = draft
    ? draftCode(location.origin, draft.button)
    : stored && widgetCode(location.origin, { id: stored.id, label: labelOf(stored) });
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setShown(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const behind = draft ?? kept ?? null;
  const { offered, failed } = useOffered(behind && behind.asked(''), behind?.ships ?? false);
  const button: PhoneView = {
    label: 'On your page',
    short: true,
    words: draft
      ? 'As it will be once it is saved; it leads nowhere yet.'
      : stored
        ? 'Preview on your page.'
        : 'It changes as you type.',
    screen: shown ? (
      <div className={styles.page}>
        <iframe
          key={version}
          className={styles.frame}
          title="Preview of the button"
          onLoad={({ currentTarget }) => {
            currentTarget.dataset.drawn = '';
          }}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          // by an attribute: the console's policy, which the frame has too, lets no style stand in a page
          srcDoc={`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Preview</title><div align="center">${shown}</div></html>`}
        />
      </div>
    ) : (
      <p className={styles.noFrame}>Give it a name to see the button.</p>
    ),
  };
  const pages: PhoneView[] = [];
  if (behind && shop) {
    const page = (addressed: boolean) =>
      offered ? (
        <ShoppersPage
          asked={behind.asked(shop.name)}
          merchant={shop}
          offered={offered}
          ofLink={false}
          addressed={addressed}
        />
      ) : null;
    const basket = behind.ofPage
      ? 'With an example basket: your page says what is bought.'
      : 'What a tap on the button opens.';
    pages.push({
      label: 'At the checkout',
      words: failed ? `${basket} ${NOT_OFFERED}` : basket,
      screen: page(false),
    });
    if (offered?.shippingMethods.length)
      pages.push({
        label: 'Delivery',
        words: offered.shippingMethods.some(({ cost }) => cost === null)
          ? 'The page after the address, with an example shopper. Your shop is asked then what each delivery costs.'
          : 'The page after the address, with an example shopper.',
        screen: page(true),
      });
  }
  return (
    <DetailCard title="What the shopper sees">
      <PhoneViews label="What the shopper sees" views={[button, ...pages]} />
    </DetailCard>
  );
}

/** What goes into the merchant’s page, and how that says what is to be paid. */
export function HtmlCode({ widget }: { widget: Widget | null }): ReactNode {
  if (!widget)
    return (
      <DetailCard title="HTML code">
        <p className={styles.lead}>
          Two lines for your page, ready as soon as the widget is saved.
        </p>
      </DetailCard>
    );
  const basket = basketCode(widget);
  const signed = widget.orderAuthorizationType === 'SIGNATURE';
  return (
    <DetailCard title="HTML code">
      <Code text={widget.htmlCode} label="Copy code" />
      {basket ? (
        <div className={styles.basket}>
          <p className={styles.lead}>
            Whenever the basket changes, the page says so
            {signed ? ', as your server signed it' : ''}:
          </p>
          <Code text={basket} label="Copy basket code" />
        </div>
      ) : null}
    </DetailCard>
  );
}

const Code = ({ text, label }: { text: string; label: string }): ReactNode => (
  <>
    {/* scrolls, so the keyboard must reach it */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre tabIndex={0} aria-label={label.replace('Copy ', 'The ')} className={styles.code}>
      {text}
    </pre>
    <CopyWords text={text} label={label} />
  </>
);
