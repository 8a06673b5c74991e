import type { TestEvent } from 'node:test/reporters';

/** The totals of a run of node:test and what failed by name, as one line of JSON, for scripts/test.ts. */
export default async function* totals(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  for await (const event of source) {
    // those above it fail with it
    if (event.type === 'test:fail' && event.data.details.type !== 'suite')
      names.push(event.data.name);
    // One summary for each file, and a last one for all of them, which names no file.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { tests, passed, skipped, todo } = event.data.counts;
    const failed = tests - passed - skipped - todo;
    yield `${JSON.stringify({ passed, failed: event.data.success ? failed : Math.max(1, failed), names })}\n`;
  }
}
