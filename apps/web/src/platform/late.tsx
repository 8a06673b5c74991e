import { lazy, useEffect, type ComponentType } from 'react';
import { TextButton } from '../ui/Button.tsx';
import { answers, ApiError } from './api.ts';
import { notify } from './notify-store.ts';

const WORDS = 'This part could not be loaded.';

/** What a browser could not fetch once it fetches for no page but a new one; while nobody answers there is none. */
const again = async (): Promise<void> => {
  if (await answers()) location.reload();
  else notify.failure(new ApiError('', 0));
};

/** What was asked for can't be done, since its code has not come. */
export const notCome = () => notify.again(WORDS, again);

/** Stands where a part was to come; of one that opens above the screen a notice says so. */
function NotCome({ onClose }: { onClose?: () => void }) {
  useEffect(() => {
    if (!onClose) return;
    onClose();
    notCome();
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return onClose ? null : (
    <p role="alert">
      {WORDS} <TextButton onClick={() => void again()}>Try again</TextButton>
    </p>
  );
}

/** For what the rest can do without. */
export const Silent = () => null;

/** A part whose code comes when it is wanted: where that can't be had the part alone says so, and the screen stays. */
export const late = <P,>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Instead: ComponentType<never> = NotCome,
) => lazy(() => load().catch(() => ({ default: Instead as unknown as ComponentType<P> })));
