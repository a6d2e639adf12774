import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';
import { PATIENCE } from './support/open-browser';
import { poll } from '../../tools/n8n';

const LIST_OPENS_WITHIN = 5_000;

let sandbox: Sandbox;
let editor: Editor;

beforeAll(async () => {
	sandbox = await startSandbox();
	editor = await openEditor({});
	// Like most, it names no store, whereas those that a test file borrows n8n with do.
	await editor.n8n.api.createCredential(sandboxCredential(sandbox));
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

/** Clicks an action in the list of Business Messaging. */
async function choose(page: Page, action: string, { isListClosed = false } = {}): Promise<void> {
	const entries = page.getByTestId('node-creator-item-name');
	await page.getByTestId('node-creator-plus-button').click();
	await page.getByTestId('node-creator-search-bar').fill('Business Messaging');
	await entries
		.filter({ hasText: /^\s*Business Messaging\s*$/ })
		.first()
		.click();
	if (isListClosed) await page.getByText(/^Actions \(/).click();
	await entries.filter({ hasText: action }).click();
	await page.getByTestId('ndv').waitFor();
}

// n8n loads the lists of a second node before it has chosen the node's credential, and not again then.
it('a policy that the first node of a workflow saved is in the list of the second one', async () => {
	const { page, n8n } = editor;
	await page.goto(`${n8n.url}/workflow/new`);
	// While a workflow has no trigger, n8n shows the list of triggers, and that of actions is closed.
	await choose(page, 'Create or change a policy', { isListClosed: true });
	await page.getByPlaceholder('my-policy').fill('careful');
	await page.getByTestId('ndv').getByTestId('node-execute-button').click();
	await page.getByTestId('output-panel').getByText('careful').first().waitFor();
	await page.getByTestId('ndv-close-button').first().click();
	await choose(page, 'Replay past decisions with a policy');
	// n8n chooses the credential a moment later, and then draws the form again, which closes an open list.
	const careful = page.getByRole('option', { name: 'careful' });
	const seen = async () => {
		await page.getByTestId('parameter-input-policyName').click();
		// Another click opens a list again that was closed.
		return careful.waitFor({ timeout: LIST_OPENS_WITHIN }).then(
			() => true,
			() => undefined,
		);
	};
	expect(await poll(seen, { timeoutMs: PATIENCE, onTimeout: () => 'The policy is not in the list.' })).toBe(
		true,
	);
});
