/**
 * n8n ends with the process that started it. Otherwise it would run on if that is killed: its log goes to nobody then,
 * which fails, and n8n logs that, again and again, with all of a core.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
