import { startProcess } from '../../../tools/n8n/process/n8n-process';

/** Starts a script as n8n is started, prints its ID, and runs on. */
const [command = '', port = ''] = process.argv.slice(2);
const installation = { command, node: process.execPath, hashPassword: String };
void startProcess(installation, [port], { url: `http://127.0.0.1:${port}`, env: process.env }).then(
	({ pid }) => process.stdout.write(`n8n is process ${pid}\n`),
);
