"""The Conan recipe: `conan create .`"""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import load


class LowpConan(ConanFile):
    name = "lowp"
    license = "Apache-2.0"
    description = "Exact products of 8-bit integer matrices, source-compatible with gemmlowp"
    topics = ("quantization", "gemm", "matrix-multiplication", "int8")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        # Whether cpuinfo is asked about the processor, or the processor itself.
        "with_cpuinfo": [True, False],
        # "avx2;scalar", for example; empty: all that fit the processor.
        "backends": ["ANY"],
    }
    default_options = {"shared": False, "fPIC": True, "with_cpuinfo": False, "backends": ""}
    exports_sources = (
        "CMakeLists.txt", "LICENSE", "cmake/*", "public/*", "internal/*", "meta/*", "fixedpoint/*",
        "!public/python/*",
    )

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = re.search(r"project\(lowp VERSION ([0-9.]+)", text).group(1)

    def requirements(self):
        if self.options.with_cpuinfo:
            self.requires("cpuinfo/[*]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["LOWP_BUILD_TESTS"] = False
        toolchain.cache_variables["LOWP_BUILD_DEMO"] = False
        toolchain.cache_variables["LOWP_BUILD_CONFORM"] = False
        toolchain.cache_variables["LOWP_WERROR"] = False
        toolchain.cache_variables["LOWP_CPUINFO"] = bool(self.options.with_cpuinfo)
        toolchain.cache_variables["LOWP_BACKENDS"] = str(self.options.backends)
        toolchain.user_presets_path = False  # nothing in the source tree
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["lowp"]
        # gemmlowp's includes work with and without its directory.
        self.cpp_info.includedirs = ["include", "include/gemmlowp"]
        self.cpp_info.set_property("cmake_file_name", "lowp")
        self.cpp_info.set_property("cmake_target_name", "lowp::lowp")
        self.cpp_info.set_property("cmake_target_aliases", ["gemmlowp::gemmlowp"])
        self.cpp_info.set_property("pkg_config_name", "lowp")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
