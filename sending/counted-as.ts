import type { Facts } from '../engine';

/** What later decisions count a template as: its category, and whether it opened the conversation. */
export const countedAs = ({ category, window }: Facts): { category?: string; opens: boolean } => ({
	...(category !== 'none' && { category }),
	opens: window === 'closed',
});
