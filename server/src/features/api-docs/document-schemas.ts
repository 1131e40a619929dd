import { AppPreview } from '@zapdeck/contract/app-preview';
import { App, AdminApp, AppStatus, Category, FrameStatus, OwnApp } from '@zapdeck/contract/apps';
import { AuditAction, AuditEntry } from '@zapdeck/contract/audit-log';
import { OwnData } from '@zapdeck/contract/account';
import { AuthProvider, CurrentUser } from '@zapdeck/contract/auth';
import { ErrorLog } from '@zapdeck/contract/error-logs';
import { ErrorBody } from '@zapdeck/contract/errors';
import { InteractionType } from '@zapdeck/contract/interactions';
import { AdminReport, Report, ReportStatus } from '@zapdeck/contract/reports';
import {
  AdvertisementConfig,
  AlgorithmParams,
  FormulaWeights,
  SavedWeights,
} from '@zapdeck/contract/settings';
import { AdminStats } from '@zapdeck/contract/stats';
import { AdminUser } from '@zapdeck/contract/users';
import { UserVote, VoteMode, VoteType } from '@zapdeck/contract/votes';
import * as z from 'zod/mini';

/** A JSON Schema of the 2020-12 draft, as far as the documentation looks into it. */
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
const shapes = {
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

/** What goes in is wider than what comes out, so only words that are the same both ways have a name there. */
const registries = { input: registryOf(vocabulary), output: registryOf({ ...vocabulary, ...shapes }) };

/** Formats that say it all; the patterns that come with them fill a screen. */
const plainFormats = new Set(['uuid', 'date-time', 'email']);

/** Where the schemas of one document are put together. */
export interface SchemaCollection {
  /** The schema as it stands in the document: with references to `components`, where it or its parts have a name. */
  convert(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema;
  /** The named ones that were met so far. */
  components: Record<string, JsonSchema>;
}

/** An empty collection. `convert` throws when two different schemas come to have one name. */
export function collectSchemas(): SchemaCollection {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    convert(schema, io) {
      // Within a list, because a name counts only inside of something.
      const converted = z.toJSONSchema(z.array(schema), {
        io,
        metadata: registries[io],
        override: ({ jsonSchema }) => {
          if (plainFormats.has(jsonSchema.format ?? '')) delete jsonSchema.pattern;
          delete jsonSchema['id'];
        },
      });
      const text = JSON.stringify(converted)
        // The one schema without a name of its own that is referred to is that of any JSON.
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
