import type { ComponentType } from 'preact';
import { Tabs } from '../../../page/ui/tabs';
import { sections, useSelection, type Section } from '../state/selection';
import { Agent } from './agent';
import { Bill } from './bill';
import { Connect } from './connect';
import { Faults } from './faults';
import { Groups } from './groups';
import { Templates } from './templates';
import { Webhooks } from './webhooks';

const TITLES: Readonly<Record<Section, string>> = {
	webhooks: 'Webhooks',
	templates: 'Templates',
	agent: 'Agent',
	groups: 'Groups',
	bill: 'Bill',
	faults: 'Faults',
	connect: 'Connect',
};

const PARTS: Readonly<Record<Section, ComponentType>> = {
	webhooks: Webhooks,
	templates: Templates,
	agent: Agent,
	groups: Groups,
	bill: Bill,
	faults: Faults,
	connect: Connect,
};

/** What the gateway knows and does. */
export function Panel() {
	const { section, show } = useSelection();
	const Part = PARTS[section];
	return (
		<section class="panel" aria-label="Gateway" data-tour="gateway">
			<Tabs label="Gateway" names={sections} titles={TITLES} chosen={section} onChoose={show} />
			<div
				role="tabpanel"
				id={`part-${section}`}
				aria-labelledby={`tab-${section}`}
				class="part"
				tabIndex={0}
			>
				<Part />
			</div>
		</section>
	);
}
