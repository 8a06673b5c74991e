import { createHash } from 'node:crypto';

const PATIENCE_MS = 2000;
const KEPT_MS = 3_600_000;
const MOST_KEPT = 1000;
const MOST_BYTES = 64 * 1024;
const IMAGE = /^image\/(png|jpeg|gif|webp)\b/;

/** Pictures of people by the SHA-256 of their e-mail, from the service that AVATAR_URL names (AM-50). */
export interface Avatars {
  /** A data URL, or null where there is none, the service is off, slow or away. Never throws. */
  find(email: string): Promise<string | null>;
}

/** `{hash}` in the template stands for the hash; what was found, or not, is kept for an hour. */
export function avatars(template: string | undefined): Avatars {
  const kept = new Map<string, { image: Promise<string | null>; until: number }>();
  return {
    async find(email) {
      if (!template) return null;
      const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
      const known = kept.get(hash);
      if (known && known.until > Date.now()) return known.image;
      if (kept.size >= MOST_KEPT) kept.clear();
      const image = look(template.replaceAll('{hash}', hash)).catch(() => null);
      kept.set(hash, { image, until: Date.now() + KEPT_MS });
      return image;
    },
  };
}

async function look(url: string): Promise<string | null> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { accept: 'image/*' },
  });
  const type = IMAGE.exec(response.headers.get('content-type') ?? '')?.[0];
  if (!response.ok || !type || !response.body) {
    await response.body?.cancel();
    return null;
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return null;
    parts.push(part);
  }
  return `data:${type};base64,${Buffer.concat(parts).toString('base64')}`;
}
