package io.quarkiverse.sqlite.runtime.rest;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;

import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

import io.quarkiverse.sqlite.JsonBytes;

/** Sends the JSON that a REST method returns as it is; of use only where Quarkus REST is. */
public class JsonBytesWriter implements ServerMessageBodyWriter<JsonBytes> {

    @Override
    public boolean isWriteable(Class<?> type, Type genericType, ResteasyReactiveResourceInfo target, MediaType mediaType) {
        return JsonBytes.class.isAssignableFrom(type);
    }

    @Override
    public boolean isWriteable(Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
        return JsonBytes.class.isAssignableFrom(type);
    }

    @Override
    public void writeResponse(JsonBytes json, Type genericType, ServerRequestContext context) {
        context.serverResponse().end(json.bytes());
    }

    @Override
    public void writeTo(JsonBytes json, Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType,
            MultivaluedMap<String, Object> headers, OutputStream out) throws IOException {
        json.writeTo(out);
    }
}
