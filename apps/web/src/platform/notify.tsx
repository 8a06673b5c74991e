import type { ReactNode } from 'react';
import { TextButton } from '../ui/Button.tsx';
import { IconAlertTriangle, IconCheck, IconX } from '../ui/icons.ts';
import { SupportPhone } from './SupportPhone.tsx';
import { close, notifications, pause, resume, type Notification } from './notify-store.ts';
import { useStore } from './store.ts';
import classes from './notify.module.css';

export { notify } from './notify-store.ts';

function Item({ one }: { one: Notification }): ReactNode {
  const Icon = one.kind === 'failure' ? IconAlertTriangle : IconCheck;
  return (
    <div
      className={classes.item}
      data-kind={one.kind}
      onPointerEnter={() => pause(one)}
      onPointerLeave={() => resume(one)}
      onFocus={() => pause(one)}
      onBlur={() => resume(one)}
    >
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        {one.title && <strong>{one.title}</strong>}
        {one.lines.length > 1 ? (
          <ul>
            {one.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <span>{one.lines[0]}</span>
        )}
        {one.requestId && (
          <small>
            Request id {one.requestId} <SupportPhone />
          </small>
        )}
      </div>
      {one.again && (
        <TextButton className={classes.close} onClick={one.again}>
          Try again
        </TextButton>
      )}
      <TextButton className={classes.close} onClick={() => close(one.id)}>
        <IconX size={16} aria-hidden />
        Close
      </TextButton>
    </div>
  );
}

/** Mounted once, at the root; the regions stay so that what comes into them is read out. */
export function Notifications(): ReactNode {
  const all = useStore(notifications);
  return (
    <div className={classes.stack} data-above-dialogs>
      {(['failure', 'success'] as const).map((kind) => (
        <div
          key={kind}
          role={kind === 'failure' ? 'alert' : 'status'}
          aria-live={kind === 'failure' ? 'assertive' : 'polite'}
          aria-atomic="false"
        >
          {all
            .filter((one) => one.kind === kind)
            .map((one) => (
              <Item key={one.id} one={one} />
            ))}
        </div>
      ))}
    </div>
  );
}
