import type { N8n } from '../../../tools/n8n';
import type { Killable } from './killable';

/** The main process of an n8n. */
export const mainProcess = (name: string, { kill, restart }: N8n): Killable => ({
	name,
	kill,
	start: async () => void (await restart()),
});
