/** The tables in which a store that was used has rows. */
export const TABLES_OF_DATA = [
	'inbox',
	'register',
	'history',
	'alias',
	'send',
	'sent_text',
	'campaign',
	'policy',
	'subscription',
	'dead_letter',
	'burst',
	'erased',
	'wait',
	'forward',
	'decision',
	'price_table',
] as const;
