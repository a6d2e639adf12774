import type { World } from '../world';
import { componentOf, type Template } from './template';

/** Emits `message_template_components_update`, which follows every edit. Facts 2026, §9. */
export function emitComponents(world: World, template: Template): void {
	const textOf = (type: string) => componentOf(template, type)?.text;
	const [title, footer] = [textOf('HEADER'), textOf('FOOTER')];
	const buttons = (componentOf(template, 'BUTTONS')?.buttons ?? []).map(
		({ type, text, url, phone_number: phone }) => ({
			message_template_button_type: type,
			message_template_button_text: text,
			...(url === undefined ? {} : { message_template_button_url: url }),
			...(phone === undefined ? {} : { message_template_button_phone_number: phone }),
		}),
	);
	world.webhooks.emit({
		field: 'message_template_components_update',
		conversation: `template:${template.name}`,
		value: {
			message_template_id: Number(template.id),
			message_template_name: template.name,
			message_template_language: template.language,
			message_template_element: textOf('BODY'),
			...(title === undefined ? {} : { message_template_title: title }),
			...(footer === undefined ? {} : { message_template_footer: footer }),
			...(buttons.length === 0 ? {} : { message_template_buttons: buttons }),
		},
	});
}
