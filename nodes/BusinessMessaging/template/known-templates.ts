import type { Violation } from '../../../engine';
import type { TemplateItem } from '../../../platform';
import { normalizeLanguage } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import type { Connected } from '../../shared/connect';
import { describeUnreadable } from './unreadable-templates';

/** All templates of the account: the gateway's list, read once a run, with what was submitted since. */
export function knownTemplates({
	credential: { channel, account },
	engine,
	gateway,
}: Pick<Connected, 'credential' | 'engine' | 'gateway'>) {
	let listed: Promise<TemplateItem[]> | undefined;
	let unreadable = 0;

	async function readList(): Promise<TemplateItem[]> {
		const items: TemplateItem[] = [];
		for await (const page of gateway.templates.pages()) {
			items.push(...page.waba_templates);
			unreadable += page.unreadable;
		}
		await engine.record(templatesAsOutcome({ channel, account }, items));
		return items;
	}

	return {
		async all(): Promise<TemplateItem[]> {
			listed ??= readList();
			return listed;
		},
		/** A warning if the list had items that nothing could be compared with. */
		warnings(): Violation[] {
			const message = describeUnreadable(unreadable, 'not compared with this one');
			if (message === undefined) return [];
			return [{ path: 'components', rule: 'list-readable', severity: 'warning', message }];
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
