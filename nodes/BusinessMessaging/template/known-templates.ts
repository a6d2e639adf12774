import type { TemplateItem } from '../../../platform';
import { normalizeLanguage } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import type { Connected } from '../../shared/connect';

/** All templates of the account: the gateway's list, read once a run, with what was submitted since. */
export function knownTemplates({
	credential: { channel, account },
	engine,
	gateway,
}: Pick<Connected, 'credential' | 'engine' | 'gateway'>) {
	let listed: Promise<TemplateItem[]> | undefined;
	return {
		all(): Promise<TemplateItem[]> {
			listed ??= gateway.templates.listAll().then(async (items) => {
				await engine.record(templatesAsOutcome({ channel, account }, items));
				return items;
			});
			return listed;
		},
		/** Adds a template that was submitted, in place of the one that it replaces. */
		async note(submitted: TemplateItem): Promise<void> {
			if (!listed) return;
			const items = await listed;
			const language = normalizeLanguage(submitted.language);
			const index = items.findIndex(
				(item) => item.name === submitted.name && normalizeLanguage(item.language) === language,
			);
			items.splice(index === -1 ? items.length : index, 1, submitted);
		},
	};
}
