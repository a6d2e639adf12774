import { useState } from 'preact/hooks';
import type { CustomerRecord, GroupRecord } from '../../simulator/records';
import { control } from '../state/control';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import { Switch } from '../ui/controls';
import { Icon } from '../../../page/ui/icon';

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

/** One group: who is in it, who asks to join, and who could. */
function GroupCard({ group }: { readonly group: GroupRecord }) {
	const { customers } = useWorld();
	const { open, turnTo } = useSelection();
	const { id, key, subject, needsApproval, participants, requests, suspended } = group;
	const customerOf = (wanted: string) => customers.find((customer) => customer.key === wanted);
	const others = customers.filter((customer) => !participants.includes(customer.key));
	const title = `group-${id}`;
	return (
		<li class="card" aria-labelledby={title}>
			<div class="card-head">
				<h3 id={title}>
					{subject} <small>{needsApproval ? 'joins need approval' : 'anyone with the link joins'}</small>
				</h3>
				<span class="buttons">
					<button
						type="button"
						onClick={() => {
							open(key);
							turnTo('phones');
						}}
					>
						Open chat
					</button>
					<button type="button" onClick={() => void control('suspendGroup', id, !suspended)}>
						{suspended ? 'End suspension' : 'Suspend'}
					</button>
				</span>
			</div>
			<ul class="people">
				{participants.map((member) => (
					<Person key={member} customer={customerOf(member)}>
						{(address) => (
							<button type="button" class="quiet" onClick={() => void control('leaveGroup', id, address)}>
								Leave
							</button>
						)}
					</Person>
				))}
				{requests.map((request) => (
					<Person key={request.id} customer={customerOf(request.customer)} note="asks to join">
						{() => (
							<>
								<button type="button" onClick={() => void control('approveJoinRequest', id, request.id)}>
									Approve
								</button>
								<button type="button" onClick={() => void control('rejectJoinRequest', id, request.id)}>
									Reject
								</button>
								<button
									type="button"
									class="quiet"
									onClick={() => void control('revokeJoinRequest', id, request.id)}
								>
									Withdraw
								</button>
							</>
						)}
					</Person>
				))}
			</ul>
			<Join group={id} others={others} />
		</li>
	);
}

interface PersonProps {
	readonly customer: CustomerRecord | undefined;
	readonly note?: string;
	readonly children: (address: string) => unknown;
}

function Person({ customer, note, children }: PersonProps) {
	if (customer === undefined) return null;
	return (
		<li>
			<span>
				{customer.name} {note !== undefined && <small>{note}</small>}
			</span>
			<span class="buttons">{children(customer.address) as preact.ComponentChildren}</span>
		</li>
	);
}

function Join({ group, others }: { readonly group: string; readonly others: readonly CustomerRecord[] }) {
	const [chosen, choose] = useState('');
	const address = others.find((one) => one.address === chosen)?.address ?? others[0]?.address;
	if (address === undefined) return null;
	return (
		<div class="join">
			<label>
				Customer
				<select value={address} onChange={({ currentTarget }) => choose(currentTarget.value)}>
					{others.map((one) => (
						<option key={one.key} value={one.address}>
							{one.name}
						</option>
					))}
				</select>
			</label>
			<button type="button" onClick={() => void control('joinGroup', group, address)}>
				Follow the invite link
			</button>
		</div>
	);
}
