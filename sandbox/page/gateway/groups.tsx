import { useState } from 'preact/hooks';
import { control } from '../state/control';
import { useWorld } from '../state/use-world';
import { Icon } from '../ui/icon';
import { Switch } from '../ui/switch';
import { GroupCard } from './group-card';

/** The number's groups, with their members and those who want to join. */
export function Groups() {
	const { groups } = useWorld();
	return (
		<>
			<p class="lead">In a group, one message of any member opens the window for the whole group.</p>
			<NewGroup />
			<ul class="cards">
				{groups.map((group) => (
					<GroupCard key={group.id} group={group} />
				))}
			</ul>
		</>
	);
}

function NewGroup() {
	const [subject, setSubject] = useState<string>();
	const [needsApproval, setApproval] = useState(true);
	if (subject === undefined) {
		return (
			<button type="button" onClick={() => setSubject('')}>
				<Icon name="plus" /> New group
			</button>
		);
	}
	const add = async (event: Event) => {
		event.preventDefault();
		const joinApprovalMode = needsApproval ? 'approval_required' : 'auto_approve';
		if ((await control('addGroup', { subject, joinApprovalMode })) !== undefined) setSubject(undefined);
	};
	return (
		<form class="card" aria-label="New group" onSubmit={(event) => void add(event)}>
			<label>
				Subject
				<input
					value={subject}
					required
					autoFocus
					placeholder="Book club"
					onInput={({ currentTarget }) => setSubject(currentTarget.value)}
				/>
			</label>
			<Switch isOn={needsApproval} onChange={setApproval}>
				The business approves who joins
			</Switch>
			<span class="buttons">
				<button type="submit" class="primary">
					Add
				</button>
				<button type="button" class="quiet" onClick={() => setSubject(undefined)}>
					Cancel
				</button>
			</span>
		</form>
	);
}
