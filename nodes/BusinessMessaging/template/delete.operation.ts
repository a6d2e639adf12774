import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { GatewayError } from '../../../gateway';
import type { TemplateItem } from '../../../platform';
import { templatesAsOutcome } from '../../../sending';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { describeMissing } from '../../shared/template/missing-template';
import { findTemplate, readChoice, templateField } from './template-choice';
import { describeUnreadable } from './known-templates';

/** What was deleted, if it's one template: all its languages go, and the name may stay locked. */
function deletedSentence([deleted, ...others]: readonly IDataObject[]): string | undefined {
	if (deleted?.name === undefined || others.length > 0) return undefined;
	const languages = (deleted.languages as string[]).join(', ');
	const locked = deleted.nameLocked ? ' Its name can be used again after 30 days.' : '';
	return `Deleted ${String(deleted.name)} in all its languages: ${languages}.${locked}`;
}

/** What a deletion does, before somebody makes one. */
const deletesAllNotice: INodeProperties = {
	displayName:
		"All languages of the template are deleted, whichever of them you choose. If any was ever approved, the name can't be used again for 30 days.",
	name: 'deletesAllNotice',
	type: 'notice',
	default: '',
};

/** Deletes a template with all its translations. */
export const deleteTemplate: Operation = {
	value: 'delete',
	name: 'Delete',
	description: 'Delete a template in all its languages, whichever of them you choose',
	action: 'Delete a template in all its languages',
	fields: [templateField, deletesAllNotice],
	hint: (output) =>
		[
			deletedSentence(output),
			describeUnreadable(
				output.reduce((sum, { unreadable = 0 }) => sum + Number(unreadable), 0),
				'not recorded as deleted',
			),
		]
			.filter(Boolean)
			.join('\n') || undefined,
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

		/** What a refused deletion is called if the name isn't in the list either: the template isn't there. */
		async function whyNotDeleted(error: unknown, name: string, isListed: boolean): Promise<never> {
			const isRefused = error instanceof GatewayError && ['fix-request', 'resync'].includes(error.effect);
			if (isListed || !isRefused) throw error;
			throw new Error(`Nothing was deleted. ${await describeMissing(gateway, { name }, [])}`);
		}

		return async (itemIndex) => {
			const choice = readChoice(context, itemIndex);
			const name = choice.name ?? (await findTemplate(gateway, choice)).template.name;
			const { translations, unreadable } = await translationsOf(name);
			const nameLocked = await wasAnyApproved(translations);
			const isListed = translations.length + unreadable > 0;
			await gateway.templates.delete(name).catch((error: unknown) => whyNotDeleted(error, name, isListed));
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
