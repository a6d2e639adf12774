import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { fillStore, ingestMessages } from '/work/main/tools/bench/webhooks/fill-store';
const io = () => Object.fromEntries(readFileSync('/proc/self/io','utf8').trim().split('\n').map((l) => l.split(': ').map((x,i)=>i?Number(x):x)));
const cpu = () => process.cpuUsage();
(async () => {
 for (const [n, ev] of [[10_000,10_000],[10_000,1_000_000],[1_000_000,1_000_000]] as const) {
  const dir = await mkdtemp('/tmp/ing-');
  const f = await fillStore(`sqlite:${dir}/s.db`, n, ev);
  for (const spread of ['scattered','same'] as const) {
  const a = io(), c = cpu(), t = performance.now();
  const N = 20_000;
  await ingestMessages(f, N, (i) => spread === 'same' ? i % 10_000 : Math.abs((i * 7919 + 13) * 2654435761 % n), () => Date.now());
  const b = io(), d = process.cpuUsage(c), s = performance.now() - t;
  console.log(n, ev, spread, `${Math.round(N / s * 1000)}/s`, 'us/event user', (d.user/N).toFixed(1), 'sys', (d.system/N).toFixed(1), 'pages written', ((b.wchar-a.wchar)/4096/N).toFixed(2), 'read KB', ((b.rchar-a.rchar)/1024/N).toFixed(2), 'syscalls w', ((b.syscw-a.syscw)/N).toFixed(2), 'r', ((b.syscr-a.syscr)/N).toFixed(2));
  }
  await f.engine.store.close();
 }
})();
