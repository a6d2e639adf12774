import { spawn } from 'node:child_process';

/** Runs the command in the foreground, then ends this process in the same way. */
export function runCommand([command, ...args], env) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { env, stdio: 'inherit' });
		// A terminal already sends Ctrl+C to the whole process group.
		const forward = (signal) => {
			if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
		};
		const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
		for (const signal of signals) process.on(signal, forward);
		child.on('error', (error) => reject(new Error(`Can't start ${command}: ${error.message}`)));
		child.on('close', (code, signal) => {
			for (const each of signals) process.off(each, forward);
			if (signal) process.kill(process.pid, signal);
			else process.exitCode = code;
			resolve();
		});
	});
}
