import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { saveFile } from '../../ui/saveFile.ts';

/** What whoever checks a signature needs, as the file that their systems read. */
export const DownloadCertificate = ({
  of: { name, certificate },
}: {
  of: { name: string; certificate: string };
}): ReactNode => (
  <Button
    icon={<IconDownload size={16} aria-hidden />}
    onClick={() =>
      saveFile(new Blob([certificate], { type: 'application/x-pem-file' }), `${name}.pem`)
    }
  >
    Download certificate
  </Button>
);
