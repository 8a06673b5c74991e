import { SCORED_LENGTH, shortDictionary, type Scorer } from '@paydesk/contract/kernel/password.ts';

let loading: Promise<Scorer> | undefined;

/** The scorer that the server runs too (AM-77); its dictionaries come when a password is to be chosen. */
export function loadScorer(): Promise<Scorer> {
  loading ??= load().catch((error: unknown) => {
    // the next try asks again
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Scorer> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: shortDictionary(common.dictionary, english.dictionary),
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: SCORED_LENGTH,
  });
  return (password, words) => {
    const { score, feedback } = zxcvbn.check(password, [...words]);
    return { score, warning: feedback.warning };
  };
}
