import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { saveFile } from '../../ui/saveFile.ts';

/** What whoever checks a signature needs, as the file that their systems read. */
export const DownloadCertificate = ({
  of: { name, certificate },
  titled = false,
}: {
  of: { name: string; certificate: string };
  /** Beside words that say of what. */
  titled?: boolean;
}): ReactNode => (
  <Button
    aria-label="Download certificate"
    icon={<IconDownload size={16} aria-hidden />}
    onClick={() =>
      saveFile(new Blob([certificate], { type: 'application/x-pem-file' }), `${name}.pem`)
    }
  >
    {titled ? 'Download' : 'Download certificate'}
  </Button>
);
