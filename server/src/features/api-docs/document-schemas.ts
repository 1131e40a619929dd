import { AppPreview } from '@zapdeck/contract/apps/app-preview';
import { App, AdminApp, AppStatus, FrameStatus, OwnApp } from '@zapdeck/contract/apps/apps';
import { Category } from '@zapdeck/contract/apps/listing';
import { AuditAction, AuditEntry } from '@zapdeck/contract/instance/audit-log';
import { OwnData } from '@zapdeck/contract/accounts/account';
import { AuthProvider, CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { ErrorLog } from '@zapdeck/contract/instance/error-logs';
import { ErrorBody } from '@zapdeck/contract/wire/errors';
import { InteractionType } from '@zapdeck/contract/feed/interactions';
import { AdminReport, Report, ReportStatus } from '@zapdeck/contract/moderation/reports';
import {
  AdvertisementConfig,
  AlgorithmParams,
  FormulaWeights,
  SavedWeights,
} from '@zapdeck/contract/instance/settings';
import { AdminStats } from '@zapdeck/contract/instance/stats';
import { AdminUser } from '@zapdeck/contract/accounts/users';
import { UserVote, VoteMode, VoteType } from '@zapdeck/contract/feed/votes';
import * as z from 'zod/mini';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
}

const vocabulary = {
  AppStatus,
  AuditAction,
  AuthProvider,
  Category,
  FrameStatus,
  InteractionType,
  ReportStatus,
  VoteMode,
  VoteType,
};
const outputVocabulary = {
  AdminApp,
  AdminReport,
  AdminStats,
  AdminUser,
  AdvertisementConfig,
  AlgorithmParams,
  App,
  AppPreview,
  AuditEntry,
  CurrentUser,
  ErrorBody,
  ErrorLog,
  FormulaWeights,
  OwnApp,
  OwnData,
  Report,
  SavedWeights,
  UserVote,
};

function registryOf(schemas: Record<string, z.ZodMiniType>) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  return registry;
}

/** Input schemas are wider than output schemas, so only schemas that are equal in both share a name. */
const registries = {
  input: registryOf(vocabulary),
  output: registryOf({ ...vocabulary, ...outputVocabulary }),
};

const plainFormats = new Set(['uuid', 'date-time', 'email']);

export interface SchemaCollection {
  convert(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema;
  components: Record<string, JsonSchema>;
}

/** Collects the schemas. `convert` throws if two different schemas have the same name. */
export function collectSchemas(): SchemaCollection {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    convert(schema, io) {
      // Wrapped in an array, because zod makes references only for nested schemas.
      const converted = z.toJSONSchema(z.array(schema), {
        io,
        metadata: registries[io],
        override: ({ jsonSchema }) => {
          if (plainFormats.has(jsonSchema.format ?? '')) delete jsonSchema.pattern;
          delete jsonSchema['id'];
        },
      });
      const text = JSON.stringify(converted)
        .replaceAll(/__schema\d+/g, 'Json')
        .replaceAll('#/$defs/', '#/components/schemas/');
      const { items = {}, $defs = {} } = JSON.parse(text) as {
        items?: JsonSchema;
        $defs?: Record<string, JsonSchema>;
      };
      for (const [name, definition] of Object.entries($defs)) {
        const known = components[name];
        if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
          throw new Error(`Two schemas have the name ${name}`);
        }
        components[name] = definition;
      }
      return items;
    },
  };
}
