import type { TemplateItem } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { findTemplate, readChoice, templateField } from './template-choice';
import { describeUnreadable } from './known-templates';

/** Deletes a template with all its translations. */
export const deleteTemplate: Operation = {
	value: 'delete',
	name: 'Delete',
	description: 'Delete a template with all its translations',
	action: 'Delete a template',
	fields: [templateField],
	hint: (output) =>
		describeUnreadable(
			output.reduce((sum, { unreadable = 0 }) => sum + Number(unreadable), 0),
			'not recorded as deleted',
		),
	async forEachItem(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;

		/**
		 * A name that was ever approved is locked after its deletion (docs/interface.md, Template deletion), as far as
		 * that is known.
		 */
		async function wasAnyApproved(translations: TemplateItem[]): Promise<boolean> {
			await engine.record(templatesAsOutcome({ channel, account }, translations));
			for (const template of translations) {
				if (await engine.wasApproved({ channel, account, template })) return true;
			}
			return false;
		}

		/** All translations of a name, and how many of them nobody can read. */
		async function translationsOf(name: string) {
			const translations: TemplateItem[] = [];
			let unreadable = 0;
			for await (const page of gateway.templates.pages({ filters: { 'business_templates.name': name } })) {
				translations.push(...page.waba_templates.filter((item) => item.name === name));
				unreadable += page.unreadable;
			}
			return { translations, unreadable };
		}

		return async (itemIndex) => {
			const choice = readChoice(context, itemIndex);
			const name = choice.name ?? (await findTemplate(gateway, choice)).template.name;
			const { translations, unreadable } = await translationsOf(name);
			const nameLocked = await wasAnyApproved(translations);
			await gateway.templates.delete(name);
			for (const { language } of translations) {
				const template = { name, language };
				await engine.record({ kind: 'template-deleted', channel, account, template, nameLocked });
			}
			const languages = translations.map(({ language }) => language);
			const json = { name, deleted: true, languages, nameLocked };
			return [{ json: { ...json, ...(unreadable > 0 && { unreadable }) } }];
		};
	},
};
