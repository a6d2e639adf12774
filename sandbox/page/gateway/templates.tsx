import { useWorld } from '../state/use-world';
import { NewTemplate } from './new-template';
import { TemplateCard } from './template-card';

/** The templates of the account, and what the platform decides about them. */
export function Templates() {
	const { templates } = useWorld();
	return (
		<>
			<p class="lead">
				Only an approved template can go out while a window is closed. Here, you are the platform: approve,
				reject, and pause as you like.
			</p>
			<NewTemplate />
			<ul class="cards">
				{templates.map((template) => (
					<TemplateCard key={template.id} template={template} />
				))}
			</ul>
		</>
	);
}
