import type { ReactNode } from 'react';
import { BannerLine } from '../ui/Banner.tsx';
import { PlainButton } from '../ui/Button.tsx';
import { IconEye } from '../ui/icons.ts';
import { useOnce } from './useOnce.ts';
import { endViewAs } from './view-as.ts';

const end = async () => {
  await endViewAs();
  return null;
};

/** On every screen while an administrator looks as somebody else: as whom, and the way back. */
export default function Viewing({ name }: { name: string }): ReactNode {
  const [running, once] = useOnce();
  return (
    <BannerLine label="View as" tone="info" icon={IconEye}>
      <p>
        You are viewing the console as <strong>{name}</strong>. Nothing can be changed.{' '}
        <PlainButton aria-disabled={running !== null || undefined} onClick={() => once(end)}>
          Stop viewing
        </PlainButton>
      </p>
    </BannerLine>
  );
}
