/** n8n begins trigger nodes anew after a restart, or in another main process: nobody publishes them. */
export const BEGUN_ANEW: ReadonlySet<string> = new Set(['init', 'leadershipChange']);
