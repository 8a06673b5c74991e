import { QueryClient } from '@tanstack/react-query';

/** Nothing is asked twice behind the person's back: an error is shown at once and they ask again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
});

/** For a part that could not be drawn: what it was drawn from is forgotten, and asked for again. */
export const askAgain = () => queryClient.removeQueries({ type: 'inactive' });
