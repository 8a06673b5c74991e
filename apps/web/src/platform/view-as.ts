import { paths } from '../paths.ts';
import { call, type CallOptions } from './api.ts';

type As = CallOptions<'POST /api/users/me/view-as'>['body'];

/** Everything is asked for anew by whom one looks as: nothing that was there before is of their rights. */
const anew = () => location.assign(paths.home());

export async function viewAs(body: As): Promise<void> {
  await call('POST /api/users/me/view-as', { body });
  anew();
}

export async function endViewAs(): Promise<void> {
  await call('DELETE /api/users/me/view-as');
  anew();
}
