package io.delaygate.harness.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.util.List;

/** The published schemas of the contract, from the class path. */
final class JsonSchemas {
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(
          VersionFlag.V202012,
          builder ->
              builder.schemaMappers(
                  mappers ->
                      mappers.mapPrefix(
                          "https://delaygate.io/schemas/",
                          "classpath:io/delaygate/schemas/json/")));

  private static final JsonSchema REPLY = schema("reply");
  private static final JsonSchema EVENT = schema("event");

  private JsonSchemas() {}

  /** Faults of a record of a reply topic. */
  static List<String> faultsOfReply(JsonNode json) {
    return faults(REPLY, json);
  }

  /** Faults of a record of the topic of events. */
  static List<String> faultsOfEvent(JsonNode json) {
    return faults(EVENT, json);
  }

  private static List<String> faults(JsonSchema schema, JsonNode json) {
    return schema.validate(json).stream().map(ValidationMessage::getMessage).toList();
  }

  private static JsonSchema schema(String name) {
    return FACTORY.getSchema(
        SchemaLocation.of("https://delaygate.io/schemas/" + name + ".schema.json"));
  }
}
