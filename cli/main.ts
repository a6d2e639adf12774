#!/usr/bin/env node
import { hideSqliteWarning, letStreamsFail } from './print';
import { run } from './run';

hideSqliteWarning();
letStreamsFail();
void run(process.argv.slice(2));
