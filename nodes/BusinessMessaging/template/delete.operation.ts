import { templatesAsOutcome } from '../../../sending';
import type { TemplateItem } from '../../../platform';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { findTemplate, readChoice, templateField } from './template-choice';

/** Deletes a template with all its translations. */
export const deleteTemplate: Operation = {
	value: 'delete',
	name: 'Delete',
	description: 'Delete a template with all its translations',
	action: 'Delete a template',
	fields: [templateField],
	async forEachItem(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;

		/** An approved name is locked after its deletion (interface, Limits). A paused one was approved. */
		async function isAnyApproved(translations: TemplateItem[]): Promise<boolean> {
			await engine.record(templatesAsOutcome({ channel, account }, translations));
			for (const template of translations) {
				const { state } = await engine.template({ channel, account, template });
				if (state === 'sendable' || state === 'paused') return true;
			}
			return false;
		}

		return async (itemIndex) => {
			const choice = readChoice(context, itemIndex);
			const name = choice.name ?? (await findTemplate(gateway, choice)).template.name;
			const translations = await gateway.templates.translations(name);
			const nameLocked = await isAnyApproved(translations);
			await gateway.templates.delete(name);
			for (const { language } of translations) {
				const template = { name, language };
				await engine.record({ kind: 'template-deleted', channel, account, template, nameLocked });
			}
			const languages = translations.map(({ language }) => language);
			return [{ json: { name, deleted: true, languages, nameLocked } }];
		};
	},
};
