import { cut } from '@paydesk/contract/kernel/texts.ts';
import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import { kept } from '@paydesk/contract/kernel/kept.ts';
import { pino, type DestinationStream, type Logger } from 'pino';
import { traceFields } from './tracing.ts';

export type Log = Logger;

/**
 * Structured lines that hold no secret, token or personal data: requests are logged by their route
 * and their caller's id, never by URL, header or body; an error by its name, code and stack.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: safeError },
    mixin: traceFields,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The same in one line, for what is stored and read by people (SB-47). */
export function errorLine(error: unknown): string {
  const { name, code, constraint, table, message } = safeError(error) as Record<string, unknown>;
  const words = name === 'Error' ? [message] : [name, message];
  const parts = message === undefined ? [name, code, constraint, table] : words;
  return kept(cut(parts.filter(Boolean).join(': '), 500));
}

/** PostgreSQL puts the offending values into `detail`, `where` and sometimes the message: left out. */
function safeError(error: unknown) {
  if (!(error instanceof Error)) return { name: 'NotAnError' };
  const { code, constraint, table } = error as Error & Record<string, unknown>;
  const fromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(fromDatabase
      ? { constraint, table }
      : // what goes whole goes first: a masked number would stay
        { message: maskCardNumbers(impersonal(error.message)) }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  };
}

/**
 * Words that others put together (a mail server, a library) quote whom they were about. Addresses, links
 * that open something, and long numbers and tokens go.
 */
function impersonal(message: string): string {
  return message
    .replace(/\b([\w+.-]+:\/\/)([^\s/@]*@)?([^\s/?#]*)[^\s"'<>)]*/g, '$1$3/…')
    .replace(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g, '…@…')
    .replace(/\b\d[\d -]{11,}\d\b/g, '…')
    .replace(/[\w-]{32,}/g, (word) => (UUID.test(word) ? word : '…'));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
