import { sql as template } from 'drizzle-orm';
import { currentKeySql, userJsonSql } from '../../callers/present-user.ts';
import { getUser as endpoint } from './contract.ts';
import { accountReader } from './read-account.ts';

/** Reads an account. */
export const getUser = accountReader(endpoint, () => template`${userJsonSql} from users u ${currentKeySql}`);
