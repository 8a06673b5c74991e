import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { announcementsQuery, hearsAnnouncements } from './announcements.ts';
import type NoticeDialog from './NoticeDialog.tsx';
import { framed } from './Banner.tsx';
import { readNotice } from './notice-record.ts';
import { consoleSettingsQuery } from './session.ts';
import { getSession } from './session-store.ts';

/** How long a screen may wait for what was announced; the panel has it later. */
const WAIT_MS = 500;

/** What the next shell opens with. */
let due: typeof NoticeDialog | undefined;

/**
 * Asked for before the shell is drawn. The dialog opens with the screen or not at all: one that came
 * later would take the click that was meant for what is beneath it.
 */
export async function noticeReady(client: QueryClient, actor: Actor): Promise<void> {
  if (!hearsAnnouncements(actor) || readNotice(localStorage, getSession())) return;
  try {
    // one that can't be had is not marked as seen, so the next load tries again
    const { default: Dialog } = await import('./NoticeDialog.tsx');
    const asked = [
      client.prefetchQuery(announcementsQuery),
      client.prefetchQuery(consoleSettingsQuery),
    ];
    await inTime(Promise.all(asked), WAIT_MS, () => {});
    const words = client.getQueryData(consoleSettingsQuery.queryKey);
    const news = client.getQueryData(announcementsQuery.queryKey);
    // nothing to note is no reason to stand in somebody's way
    if ((words ? words.banner : framed) || news?.length) due = Dialog;
  } catch {
    due = undefined;
  }
}

/** The notice dialog of merchant-console users, once in a login session (SH-04..06, AM-25). */
export function SessionNotice(): ReactNode {
  const [Dialog, setDialog] = useState(() => due);
  const close = useCallback(() => setDialog(undefined), []);
  useEffect(() => {
    due = undefined;
  }, []);
  return Dialog ? <Dialog onClose={close} /> : null;
}
